const { NODE_COMPILE_CACHE } = process.env;

/** For processes that don't inherit the environment: without it, each compiles all modules. */
export const COMPILE_CACHE: Record<string, string> =
  NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
