import { registerHooks } from 'node:module';

/**
 * Loads drizzle-orm in its CommonJS form. Import this first, and everything else with `import()`
 * after it.
 *
 * Why: for every ES module, Node parses the `exports` of its package again. Drizzle's take 180 kB,
 * and it has 120 modules. Measured (Node 24.21): loading the server takes 0.4 s and 138 MB instead
 * of 1.1 s and 255 MB. Upstream: https://github.com/nodejs/node/issues/47247. Test:
 * tests/api/workarounds/drizzle-commonjs.test.ts.
 */
registerHooks({
  resolve(specifier, context, next) {
    const isDrizzle = specifier === 'drizzle-orm' || specifier.startsWith('drizzle-orm/');
    return next(specifier, isDrizzle ? { ...context, conditions: ['node', 'require'] } : context);
  },
});
