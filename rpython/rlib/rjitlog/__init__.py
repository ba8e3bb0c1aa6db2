"""The binary log of RPython's JIT: `rjitlog`."""
