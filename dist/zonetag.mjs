//# sourceMappingURL=zonetag.mjs.map
