import { Link } from '@tanstack/react-router';

const look =
  '-mb-px inline-flex min-h-11 items-center border-b-2 border-transparent px-1 text-sm font-semibold text-muted-foreground hover:text-foreground ' +
  'aria-[current=page]:border-primary aria-[current=page]:text-foreground';

type EditorSectionsProps = { id: number; current: 'resource' | 'check' };

/** Links between the sections of a resource's editor; each has a draft of its own. */
export function EditorSections({ id, current }: EditorSectionsProps) {
  const place = {
    to: '/admin-dashboard/resources/$id/edit',
    params: { id: String(id) },
    replace: true,
    // Otherwise the router would mark the link without a parameter as active in both sections.
    activeOptions: { exact: true, includeSearch: true, explicitUndefined: true },
  } as const;
  const stateOf = (section: typeof current) => (section === current ? 'page' : undefined);
  return (
    <nav aria-label="Sections of the editor" className="flex gap-5 border-b border-border">
      <Link {...place} search={{ section: undefined }} aria-current={stateOf('resource')} className={look}>
        Resource
      </Link>
      <Link {...place} search={{ section: 'check' }} aria-current={stateOf('check')} className={look}>
        Check
      </Link>
    </nav>
  );
}
