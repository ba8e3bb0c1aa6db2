//! Generator construction (D08.2 §3.2): coloured graphs become generator graphs; the translated interpreter gets counters and ways in and out.
