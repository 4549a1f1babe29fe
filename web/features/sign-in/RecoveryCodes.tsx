import { Copy, Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { usePortalConfig } from '../../platform/config.ts';
import { saveText } from '../../platform/download.ts';
import { toast } from '../../platform/toast.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';

/** The recovery codes, shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { productName } = usePortalConfig();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast({ title: 'Recovery codes copied', tone: 'success' });
    } catch {
      toast({ title: 'The codes could not be copied', description: 'Please write them down.', tone: 'destructive' });
    }
  }

  return (
    <div className="mt-4 flex flex-col gap-4">
      <Banner tone="warning">
        <h4 ref={heading} tabIndex={-1} className="font-semibold">
          Keep your recovery codes
        </h4>
        <p className="mt-1">
          Each signs you in once when you have no authenticator at hand. They are shown this one time only.
        </p>
      </Banner>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-md border border-border p-4 font-mono text-sm sm:grid-cols-5">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" size="small" onClick={() => void copy()}>
          <Copy size={16} />
          Copy Codes
        </Button>
        <Button
          variant="outline"
          size="small"
          onClick={() =>
            saveText(
              'recovery-codes.txt',
              'text/plain;charset=utf-8',
              `${productName} recovery codes\n\n${codes.join('\n')}\n`,
            )
          }
        >
          <Download size={16} />
          Download Codes
        </Button>
        <Button size="small" onClick={onDone} className="sm:ml-auto">
          I Have Kept Them
        </Button>
      </div>
    </div>
  );
}
