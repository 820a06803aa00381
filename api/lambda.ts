import { fetch } from './function.ts';
import { lambdaHandler } from './http/lambda.ts';

/** The function for AWS Lambda (deploy/function). */
export const handler = lambdaHandler(fetch);
