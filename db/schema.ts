export * from './schema/accounts.ts';
export * from './schema/content.ts';
export * from './schema/documents.ts';
export * from './schema/mail.ts';
export * from './schema/nodes.ts';
export * from './schema/post-fields.ts';
export * from './schema/second-factor.ts';
export * from './schema/types.ts';
