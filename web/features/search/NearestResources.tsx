import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { Card } from '../../ui/Card.tsx';
import { TypeIcon } from '../../ui/TypeChip.tsx';
import { typeNames } from '../catalogue/display.ts';
import { suggestionsOf } from './api.ts';

/** Where a search finds nothing: what comes nearest to it, in the whole catalogue. */
export function NearestResources({ search }: { search: string }) {
  const { data } = useQuery(suggestionsOf(search));
  if (!data || data.resources.length === 0) return null;
  return (
    <Card className="mt-6">
      <h2>Closest matches</h2>
      <p className="mt-1 mb-3 text-sm text-muted-foreground">From the whole catalogue, without filters.</p>
      <ul className="-mx-2">
        {data.resources.map(({ id, title, type }) => (
          <li key={id}>
            <Link
              to="/resource/$id"
              params={{ id: String(id) }}
              className="flex min-h-11 items-center gap-2.5 rounded-sm px-2 py-1.5 hover:bg-muted"
            >
              <span className="flex-none text-muted-foreground">
                <TypeIcon type={type} />
              </span>
              <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{title}</span>
              <span className="flex-none text-xs text-muted-foreground max-sm:sr-only">{typeNames[type]}</span>
              <ChevronRight size={16} className="flex-none text-muted-foreground" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
