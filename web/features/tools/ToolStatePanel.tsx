import { Link } from '@tanstack/react-router';
import { LoaderCircle, ShieldX } from 'lucide-react';
import { buttonClasses } from '../../ui/button-classes.ts';
import { LoadError } from '../../ui/LoadError.tsx';
import { StatePanel } from '../../ui/StatePanel.tsx';
import { deniedTexts } from './display.ts';
import type { ToolPage } from './use-tool-page.ts';

/** What a tool page shows while it does not show the tool: checking, refused, or not checked (TOOL-10). */
export function ToolStatePanel({ page }: { page: Exclude<ToolPage, { kind: 'granted' }> }) {
  if (page.kind === 'checking') {
    return (
      <p role="status" className="flex items-center justify-center gap-3 py-24 text-muted-foreground">
        <LoaderCircle size={20} className="animate-spin" />
        Validating access token...
      </p>
    );
  }
  if (page.kind === 'failed') {
    return (
      <LoadError
        title="Your access could not be checked"
        description="Nothing was changed. Check your connection, then try again."
        isBusy={page.isBusy}
        onRetry={page.retry}
      />
    );
  }
  return <Denied kind={page.kind} />;
}

function Denied({ kind }: { kind: 'missing' | 'denied' }) {
  const { missing, invalid } = deniedTexts;
  return (
    <StatePanel
      headingLevel={1}
      title={kind === 'missing' ? missing.title : invalid.title}
      icon={<ShieldX size={32} className="text-destructive" />}
      actions={
        <Link to="/" className={buttonClasses({})}>
          Return to Dashboard
        </Link>
      }
    >
      {kind === 'missing' ? (
        <p>{missing.text}</p>
      ) : (
        <>
          <p className="font-semibold text-foreground">{invalid.reason}</p>
          <p>{invalid.text}</p>
        </>
      )}
    </StatePanel>
  );
}
