import { Link } from '@tanstack/react-router';

const look =
  '-mb-px inline-flex min-h-11 items-center border-b-2 border-transparent px-1 text-sm font-semibold text-muted-foreground hover:text-foreground ' +
  'aria-[current=page]:border-primary aria-[current=page]:text-foreground';

/** Links between the sections of a resource's editor; each has a draft of its own. */
export function EditorSections({ id }: { id: number }) {
  const link = {
    to: '/admin-dashboard/resources/$id/edit',
    params: { id: String(id) },
    replace: true,
    activeOptions: { exact: true, includeSearch: true, explicitUndefined: true },
    className: look,
  } as const;
  return (
    <nav aria-label="Sections of the editor" className="flex gap-5 border-b border-border">
      <Link {...link} search={{ section: undefined }}>
        Resource
      </Link>
      <Link {...link} search={{ section: 'check' }}>
        Check
      </Link>
    </nav>
  );
}
