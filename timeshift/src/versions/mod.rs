//! Block versions (jit.md §3-4; pyLBBV §3-4): contexts, keys, the driver loop, edges, promotion, entry and exit, logs.
