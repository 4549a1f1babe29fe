import { Avatar } from '../../ui/Avatar.tsx';

/** A person of a table, by name and address. */
export function PersonCell({ name, email }: { name: string; email: string }) {
  return (
    <span className="flex items-center gap-3">
      <Avatar name={name} />
      <span className="flex min-w-0 flex-col">
        <span className="wrap-anywhere">{name}</span>
        <span className="text-xs font-normal wrap-anywhere text-muted-foreground">{email}</span>
      </span>
    </span>
  );
}
