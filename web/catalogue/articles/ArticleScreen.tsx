import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { Article } from '#contract/catalogue/articles.ts';
import type { Resource } from '#contract/catalogue/catalogue.ts';
import type { OwnProgress } from '#contract/learning/progress.ts';
import { progressQuery } from '#web/learning/library/api.ts';
import { ApiError, isNotFound } from '#web/platform/errors.ts';
import { linkTo } from '#web/platform/link.tsx';
import { usePage } from '#web/platform/page.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { useHeadingFocus } from '#web/ui/PageHeading.tsx';
import { EmptyArt } from '#web/ui/ShapeArt.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { resourceQuery } from '../catalogue/api.ts';
import { resourceIdOf } from '../catalogue/display.ts';
import { ArticleReader } from './ArticleReader.tsx';
import { articleQuery } from './api.ts';
import { readingOf } from './article-display.ts';

const trail = [{ label: 'Browse Resources', link: linkTo({ to: '/browse' }) }];

export function ArticleScreen() {
  const id = resourceIdOf(useParams({ from: '/members/shell/resource/$id/article' }).id);
  return id === null ? <NothingToRead /> : <Reading id={id} key={id} />;
}

function Reading({ id }: { id: number }) {
  const resource = useQuery(resourceQuery(id));
  const article = useQuery(articleQuery(id));
  // Another device may have saved a newer reading position.
  const progress = useQuery({ ...progressQuery(id), staleTime: 0 });
  const needed = [resource, article];
  const errors = needed.map(({ error }) => error);

  if (errors.some(isNotFound)) return <NothingToRead />;
  if (errors.some((error) => error instanceof ApiError && error.status === 403)) return <NoAccess id={id} />;
  if (errors.some(Boolean)) {
    return (
      <Failed
        isBusy={needed.some(({ isFetching }) => isFetching)}
        onRetry={() =>
          void Promise.all(needed.filter(({ isLoadingError }) => isLoadingError).map(({ refetch }) => refetch()))
        }
      />
    );
  }
  // Without the reading position the text can still be read from its beginning.
  if (!resource.data || !article.data || !progress.isFetchedAfterMount) return <Loading title={resource.data?.title} />;
  return <LoadedArticle resource={resource.data} article={article.data} progress={progress.data ?? null} />;
}

type LoadedArticleProps = { resource: Resource; article: Article; progress: OwnProgress | null };

function LoadedArticle({ resource, article, progress }: LoadedArticleProps) {
  const reading = useMemo(() => readingOf(article.document), [article.document]);
  usePage(resource.title, trail);
  return <ArticleReader resource={resource} article={article} reading={reading} progress={progress} />;
}

function Failed(trying: { isBusy: boolean; onRetry: () => void }) {
  usePage('Reading', trail);
  return (
    <LoadError
      headingLevel={1}
      title="Failed to fetch the text"
      description="Your place is kept. Check your connection, then try again."
      {...trying}
    />
  );
}

function NoAccess({ id }: { id: number }) {
  const navigate = useNavigate();
  return (
    <Notice
      title="You do not have access"
      description="You need access to the resource to read this text. The page of the resource says how to get it."
      action={
        <Button onClick={() => void navigate({ to: '/resource/$id', params: { id: String(id) } })}>
          Go to the resource
        </Button>
      }
    />
  );
}

function NothingToRead() {
  const navigate = useNavigate();
  return (
    <Notice
      title="Nothing to read here"
      description="The text you're looking for doesn't exist or has been removed."
      action={<Button onClick={() => void navigate({ to: '/browse' })}>Browse Resources</Button>}
    />
  );
}

function Notice({ title, description, action }: { title: string; description: string; action: ReactNode }) {
  const heading = useHeadingFocus(title);
  usePage(title, trail);
  return (
    <Card className="flex flex-col items-center gap-2 py-12! text-center">
      <EmptyArt className="mb-3" />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className="max-w-104 text-balance text-muted-foreground">{description}</p>
      <div className="mt-4">{action}</div>
    </Card>
  );
}

/** Placeholder while a text loads; the title may already be known. */
function Loading({ title = 'Reading' }: { title?: string }) {
  usePage(title, trail);
  return (
    <div data-testid="skeleton" className="flex max-w-154 flex-col gap-4">
      <Skeleton className="h-5 w-40" />
      <h1>{title}</h1>
      <Skeleton className="mb-6 h-5 w-28" />
      {['a', 'b', 'c'].map((paragraph) => (
        <div key={paragraph} className="mb-4 flex flex-col gap-3">
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-5 w-2/3" />
        </div>
      ))}
    </div>
  );
}
