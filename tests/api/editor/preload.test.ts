import { expect, it, vi } from 'vitest';
import { preload } from '../../../src/islands/ui/Lazy.tsx';

it('a component that has loaded is not loaded again', async () => {
  const loading = Promise.resolve(() => null);
  const load = vi.fn(() => loading);
  preload(load);
  await loading;
  preload(load);
  expect(load).toHaveBeenCalledOnce();
});
