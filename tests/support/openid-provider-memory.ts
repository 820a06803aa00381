import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/** An in-memory store for the OpenID provider, whose built-in one warns on every start. */
export function memoryAdapter(): AdapterFactory {
  const kept = new Map<string, AdapterPayload>();
  return (kind): Adapter => {
    const key = (id: string) => `${kind}:${id}`;
    const findBy = async (test: (payload: AdapterPayload) => boolean) =>
      [...kept].find(([id, payload]) => id.startsWith(`${kind}:`) && test(payload))?.[1];
    return {
      async upsert(id, payload) {
        kept.set(key(id), payload);
      },
      find: async (id) => kept.get(key(id)),
      findByUid: (uid) => findBy((payload) => payload.uid === uid),
      findByUserCode: (userCode) => findBy((payload) => payload.userCode === userCode),
      async consume(id) {
        const payload = kept.get(key(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        kept.delete(key(id));
      },
      async revokeByGrantId(grantId) {
        for (const [id, payload] of kept) if (payload.grantId === grantId) kept.delete(id);
      },
    };
  };
}
