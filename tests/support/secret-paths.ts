/**
 * Returns paths with the secret of a preview link, a rehearsal or a mail, written in ways that no
 * page has.
 */
export function secretPaths(secret: string): string[] {
  return [
    `/preview/${secret}`,
    `/preview/${secret}/`,
    `/preview//${secret}`,
    `//preview/${secret}`,
    `///preview///${secret}//`,
    `/preview/${secret}/index.html`,
    `/preview/x/${secret}`,
    `/x/preview/${secret}`,
    `/./preview/${secret}`,
    `/PREVIEW/${secret}`,
    `/%70review/${secret}`,
    `/%50REVIE%57/${secret}`,
    `/preview%2F${secret}`,
    `/%2fpreview/${secret}`,
    `/preview%5c${secret}`,
    `/%2570review/${secret}`,
    `/preview/%E0%A4%A/${secret}`,
    `/%/preview/${secret}`,
    `/\\preview\\${secret}`,
    `/preview;${secret}`,
    `/preview/x%41${secret}`,
    `/api/rehearsal/${secret}`,
    `/api/rehearsal/${secret}/post/hello`,
    `/API//Rehearsal/${secret}`,
    `/api/%72ehearsal/${secret}`,
    `/api/rehearsal%2F${secret}/`,
    `/verify-email%3Ftoken=${secret}`,
    `/reset-password&Token=${secret}`,
    `/email-link%3Ftoken=${secret}`,
    `/invitation%3Ftoken=${secret}`,
    `/undo-email-change%23token%3D${secret}`,
  ];
}
