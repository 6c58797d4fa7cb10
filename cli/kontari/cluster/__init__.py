"""Verdicts by many machines: inputs cut into shares, each judged apart, put together as one run would have it.

``scheduler`` reaches a Dask cluster, ``run`` has it judge the parts of a plan into a folder; ``shards`` writes one
share without any cluster, and ``merging`` puts such shares together.
"""
