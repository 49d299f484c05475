"""The benchmarks behind docs/performance.md."""
