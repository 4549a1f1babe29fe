import type { Connection } from '#contract/identity/connections.ts';
import { maxConnections } from '#contract/identity/connections.ts';
import { Button } from '#web/ui/Button.tsx';
import { stateNames } from './display.ts';

type ChooserProps = {
  connections: readonly Pick<Connection, 'id' | 'name' | 'state'>[];
  /** Number of connections that count towards the limit. */
  count: number;
  /** Id of the connection that is shown; `new` for the form of another one. */
  shown: string;
  onChoose: (connection: string) => void;
};

/** The connections of one owner, and the form of another one while there is room. */
export function Chooser({ connections, count, shown, onChoose }: ChooserProps) {
  if (connections.length === 0) return null;
  const entries = connections.map(({ id, name, state }) => ({ id, label: `${name}: ${stateNames[state]}` }));
  const adding = count < maxConnections ? [{ id: 'new', label: 'Add a connection' }] : [];
  return (
    <nav aria-label="Connections" className="mb-6 flex flex-wrap gap-2">
      {[...entries, ...adding].map(({ id, label }) => (
        <Button
          key={id}
          variant={id === shown ? 'secondary' : 'outline'}
          size="small"
          className="py-1 whitespace-normal!"
          aria-current={id === shown ? 'page' : undefined}
          onClick={() => onChoose(id)}
        >
          {label}
        </Button>
      ))}
    </nav>
  );
}
