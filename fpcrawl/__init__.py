"""fpcrawl keeps watch over forums and news sites and hands out their posts as records."""

__version__ = "0.1.0"
