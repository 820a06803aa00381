import { registerHooks } from 'node:module';

/**
 * Loads the CommonJS build of drizzle-orm. For each ES module, Node parses the `exports` of its package
 * again. Drizzle's are 180 kB, for 120 modules: 200 MB of garbage, and a second of a start. Import this
 * file first, and everything else with `import()`.
 */
registerHooks({
  resolve(specifier, context, next) {
    const isDrizzle = specifier === 'drizzle-orm' || specifier.startsWith('drizzle-orm/');
    return next(specifier, isDrizzle ? { ...context, conditions: ['node', 'require'] } : context);
  },
});
