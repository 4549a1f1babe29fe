import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import '#web/ui/all-classes.css';
import { dateAndTime } from '#web/dates.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { Card } from '#web/ui/Card.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';
import { assistantCallsQuery } from './api.ts';

/**
 * The last calls of assistants for the member (MCP-05). Renders nothing before the first call, and on a portal that
 * connects no assistants.
 */
export function AssistantCalls() {
  return usePortalConfig().assistants ? <CallsCard /> : null;
}

function CallsCard() {
  const { data: calls = [] } = useQuery(assistantCallsQuery);
  if (calls.length === 0) return null;
  return (
    <Card isPadded={false} className="mt-6 overflow-hidden">
      <h2 className="px-5 pt-5 lg:px-6">Calls of assistants</h2>
      <p className="px-5 pt-1 pb-3 text-sm text-muted-foreground lg:px-6">
        The last {calls.length === 1 ? 'call' : `${calls.length} calls`}. Calls are kept for 90 days, without questions
        and texts.
      </p>
      <ul className="lines-between *:px-5 *:py-3 lg:*:px-6">
        {calls.map(({ id, calledAt, client, tool, resource }) => (
          <li key={id} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
            <span className="min-w-0 flex-1 basis-64">
              {tool}
              {resource ? (
                <>
                  :{' '}
                  <TextLink asChild>
                    <Link to="/resource/$id" params={{ id: String(resource.id) }}>
                      {resource.title}
                    </Link>
                  </TextLink>
                </>
              ) : null}
            </span>
            <span className="text-muted-foreground">{client}</span>
            <span className="text-muted-foreground tabular-nums">{dateAndTime(calledAt)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
