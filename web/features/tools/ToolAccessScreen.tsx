import { useSearch } from '@tanstack/react-router';
import { usePage } from '../../platform/page.ts';
import { GrantedPanel } from './GrantedPanel.tsx';
import { ToolStatePanel } from './ToolStatePanel.tsx';
import { useToolPage } from './use-tool-page.ts';

/** Where a tool's token leads before the tool: says that it opens, or why not (TOOL-10). */
export function ToolAccessScreen() {
  const { product } = useSearch({ from: '/members/shell/tools/access' });
  const page = useToolPage({ product });
  usePage('Tool Access');
  if (page.kind === 'granted') return <GrantedPanel token={page.token} access={page.access} />;
  return (
    <div className="mx-auto max-w-176">
      <ToolStatePanel page={page} />
    </div>
  );
}
