import { defineMiddleware } from 'astro:middleware';

/** Holds the error of a page that failed, for the renderer. */
export interface Failure {
  error?: unknown;
}

/**
 * Hands the error of a page to the renderer, which reports it to the publisher. Astro itself would
 * log it and answer with status 500.
 */
export const onRequest = defineMiddleware(async ({ locals }, next) => {
  try {
    return await next();
  } catch (error) {
    if (!('failure' in locals)) throw error;
    (locals.failure as Failure).error = error;
    return new Response(null, { status: 500 });
  }
});
