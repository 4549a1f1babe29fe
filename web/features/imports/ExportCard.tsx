import { Download } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { exportAddress, useDownload } from './api.ts';

/** The whole catalogue as a file. */
export function ExportCard() {
  return (
    <Card className="flex flex-col gap-4">
      <h2>Export</h2>
      <p className="text-sm text-muted-foreground">
        Every resource with all its fields, drafts included. Change the file in a spreadsheet program and import it
        again: rows keep their resources by the id. Uploaded files and the texts of articles stay in the portal.
      </p>
      <div className="mt-auto flex flex-wrap gap-3 max-sm:flex-col">
        <ExportButton format="csv" label="Export as CSV" />
        <ExportButton format="json" label="Export as JSON" />
      </div>
    </Card>
  );
}

function ExportButton({ format, label }: { format: 'csv' | 'json'; label: string }) {
  const saving = useDownload(exportAddress(format));
  return (
    <Button variant="outline" isBusy={saving.isPending} onClick={() => saving.mutate()}>
      {saving.isPending ? null : <Download size={16} />}
      {label}
    </Button>
  );
}
