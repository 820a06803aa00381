// AWS Lambda looks for JavaScript files only. Its Node runs our TypeScript as it is.
export { handler } from '../../api/lambda.ts';
