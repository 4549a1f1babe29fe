import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AccessDenied } from '../../admin/AccessDenied.tsx';
import { paths } from '../../paths.ts';
import { useAddressState } from '../../platform/address-state.ts';
import { usePage } from '../../platform/page.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { useMember } from '../accounts/api.ts';
import { importsQuery } from './api.ts';
import { CurrentImport } from './CurrentImport.tsx';
import { importQueryOf, readImportAddress } from './display.ts';
import { ExportCard } from './ExportCard.tsx';
import { PastImports } from './PastImports.tsx';
import { UploadCard } from './UploadCard.tsx';

const trail = [{ label: 'Admin Dashboard', href: paths.admin() }];
const addressOf = (state: ReturnType<typeof readImportAddress>) => paths.adminImport(importQueryOf(state));
const nothingChosen = { severity: null, field: null, page: 1 };

/** The catalogue as files, out and in; a screen beside the six tabs of ADM-03. */
export function ImportScreen() {
  const { role } = useMember();
  return role === 'administrator' ? <Files /> : <AccessDenied />;
}

function Files() {
  usePage('Import and export', trail);
  const [state, change] = useAddressState({ read: readImportAddress, addressOf });
  const { data } = useQuery(importsQuery(state.past));
  // Whoever comes back sees what is at work or waits for a decision.
  const open = data?.items.find(({ state: one }) => ['checking', 'checked', 'importing'].includes(one));
  const [lastOpenId, setLastOpenId] = useState<number | null>(null);
  // It stays when it has come to its end before their eyes.
  if (open && open.id !== lastOpenId) setLastOpenId(open.id);
  const shownId = state.id ?? lastOpenId;
  return (
    <>
      <PageHeading
        title="Import and export"
        subtitle="The whole catalogue as a file, and files back into the catalogue."
      />
      <div className="flex flex-col gap-6">
        <div className="grid gap-6 lg:grid-cols-2">
          <UploadCard onSent={({ id }) => change({ ...state, ...nothingChosen, id, past: 1 })} />
          <ExportCard />
        </div>
        {shownId === null ? null : (
          <CurrentImport
            key={shownId}
            id={shownId}
            filter={state}
            onFilter={(part) => change({ ...state, id: shownId, page: 1, ...part })}
          />
        )}
        <PastImports
          page={state.past}
          shownId={shownId}
          onPage={(past) => change({ ...state, past })}
          onShow={(id) => change({ ...state, ...nothingChosen, id }, { keepScroll: false })}
        />
      </div>
    </>
  );
}
