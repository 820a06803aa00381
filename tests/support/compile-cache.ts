const { NODE_COMPILE_CACHE } = process.env;

/** Sets the compile cache for processes that don't inherit the environment. */
export const COMPILE_CACHE: Record<string, string> =
  NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
