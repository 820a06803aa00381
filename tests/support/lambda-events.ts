/** A call, as it arrives at API Gateway. */
export interface Arrival {
  method: string;
  path: string;
  query?: string;
  headers?: Record<string, string>;
  cookies?: string[];
  body?: string;
  /** As the gateway passes bodies that aren't text. */
  isBase64?: boolean;
  sourceIp?: string;
}

/** A result of either format. */
export interface LambdaResult {
  statusCode: number;
  headers?: Record<string, string>;
  multiValueHeaders?: Record<string, string[]>;
  cookies?: string[];
  body: string;
  isBase64Encoded: boolean;
}

const encode = ({ body, isBase64 = false }: Arrival) => ({
  body: body === undefined ? null : isBase64 ? Buffer.from(body).toString('base64') : body,
  isBase64Encoded: isBase64,
});

/**
 * The event of an HTTP API, payload format 2.0:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
function eventV2(arrival: Arrival) {
  const { method, path, query = '', headers = {}, cookies, sourceIp = '192.0.2.1' } = arrival;
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: query,
    ...(cookies && { cookies }),
    // Names are in lower case, and cookies are apart.
    headers: { host: 'abc123.execute-api.eu-west-1.amazonaws.com', ...headers },
    requestContext: {
      accountId: '123456789012',
      apiId: 'abc123',
      authentication: null,
      domainName: 'abc123.execute-api.eu-west-1.amazonaws.com',
      domainPrefix: 'abc123',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp, userAgent: 'test' },
      requestId: 'id',
      routeKey: '$default',
      stage: '$default',
      time: '12/Mar/2026:19:03:58 +0000',
      timeEpoch: 1_773_342_238_000,
    },
    ...encode(arrival),
  };
}

/**
 * The event of a REST API, payload format 1.0:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
 */
function eventV1(arrival: Arrival) {
  const { method, path, query = '', headers = {}, cookies, sourceIp = '192.0.2.1' } = arrival;
  const all: Record<string, string> = {
    Host: 'abc123.execute-api.eu-west-1.amazonaws.com',
    ...headers,
    ...(cookies && { Cookie: cookies.join('; ') }),
  };
  const parameters = [...new URLSearchParams(query)];
  return {
    version: '1.0',
    resource: '/{proxy+}',
    path,
    httpMethod: method,
    headers: all,
    multiValueHeaders: Object.fromEntries(
      Object.entries(all).map(([name, value]) => [name, [value]]),
    ),
    queryStringParameters: parameters.length === 0 ? null : Object.fromEntries(parameters),
    multiValueQueryStringParameters:
      parameters.length === 0
        ? null
        : Object.fromEntries(parameters.map(([name, value]) => [name, [value]])),
    pathParameters: { proxy: path.slice(1) },
    stageVariables: null,
    requestContext: {
      accountId: '123456789012',
      apiId: 'abc123',
      domainName: 'abc123.execute-api.eu-west-1.amazonaws.com',
      httpMethod: method,
      identity: { sourceIp, userAgent: 'test' },
      path: `/prod${path}`,
      protocol: 'HTTP/1.1',
      requestId: 'id',
      resourcePath: '/{proxy+}',
      stage: 'prod',
    },
    ...encode(arrival),
  };
}

/** Both formats of API Gateway. */
export const EVENTS = [
  ['1.0', eventV1],
  ['2.0', eventV2],
] as const;

/** Returns the `Set-Cookie` values of a result. */
export function cookiesOf({ cookies, multiValueHeaders }: LambdaResult): string[] {
  return cookies ?? multiValueHeaders?.['set-cookie'] ?? [];
}
