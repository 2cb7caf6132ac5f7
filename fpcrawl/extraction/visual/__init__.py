"""Records of a page as people see them: boxes, candidates, a trained network.

The WEMLVF way: time strings call candidates, a small network trained on labelled pages says
which of them are records, and the field finders read those. With a browser the network knows
where everything stands on the screen; without one it judges by structure alone.
"""
