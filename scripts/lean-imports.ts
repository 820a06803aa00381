import { registerHooks } from 'node:module';

/**
 * Loads drizzle-orm in its CommonJS form. For every ES module Node parses the `exports` of the package it
 * belongs to; drizzle-orm's fill 180 kB and it has 120 modules, which made 200 MB of garbage and a second of
 * a start. Import this first, and everything else with `import()` after it.
 */
registerHooks({
  resolve(specifier, context, next) {
    const isDrizzle = specifier === 'drizzle-orm' || specifier.startsWith('drizzle-orm/');
    return next(specifier, isDrizzle ? { ...context, conditions: ['node', 'require'] } : context);
  },
});
