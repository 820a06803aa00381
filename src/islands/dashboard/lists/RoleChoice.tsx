import type { Role } from '../../../../api/contract/users.ts';
import { ROLE_NAMES } from '../tabs.tsx';
import { ROLE_RIGHTS } from '../user-texts.ts';

interface Props {
  role: Role;
  checked: boolean;
  onChoose: () => void;
}

/** A radio button for a role, with what it may do. */
export function RoleChoice({ role, checked, onChoose }: Props) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 rounded-lg px-3 py-2.5 hover:bg-sunken has-checked:bg-accent-soft">
      <input
        type="radio"
        name="role"
        className="mt-1 size-4 accent-accent"
        value={role}
        checked={checked}
        onChange={onChoose}
      />
      <span className="text-sm">
        <span className="block font-semibold">{ROLE_NAMES[role]}</span>
        <span className="text-soft">{ROLE_RIGHTS[role]}</span>
      </span>
    </label>
  );
}
