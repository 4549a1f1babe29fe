import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { AppLink, renderLink } from '../../platform/link.tsx';
import { FocusHeader } from '../../ui/AppShell.tsx';
import { SkipLink } from '../../ui/SkipLink.tsx';
import { textLinkClasses } from '../../ui/TextLink.tsx';

/** The frame of the questions: no navigation but the way back. */
export function QuestionsFrame({ children }: { children: ReactNode }) {
  const { productName } = usePortalConfig();
  return (
    <>
      <SkipLink />
      <FocusHeader
        productName={productName}
        homeHref={paths.dashboard()}
        renderLink={renderLink}
        link={
          <AppLink href={paths.dashboard()} className={textLinkClasses}>
            <ArrowLeft size={16} />
            Return to Dashboard
          </AppLink>
        }
      />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-300 px-4 pt-6 pb-16 outline-none lg:px-10 lg:pt-10 lg:pb-20"
      >
        {children}
      </main>
    </>
  );
}
