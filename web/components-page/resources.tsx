import { Bookmark } from 'lucide-react';
import { Button } from '../ui/Button.tsx';
import { CompactCard } from '../ui/CompactCard.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Price } from '../ui/Price.tsx';
import { ResourceCard, type ResourceCardProps, ResourceCardSkeleton } from '../ui/ResourceCard.tsx';
import { type CoverCut, ResourceCover } from '../ui/ResourceCover.tsx';
import { linkToTop, Specimen, State } from './specimen.tsx';

const report: ResourceCardProps = {
  id: 7,
  type: 'report',
  typeName: 'Report',
  principles: ['responsible', 'adaptive'],
  accessLabel: 'Available',
  durationMinutes: 25,
  title: 'Impact assessment in practice',
  description: 'Name the people that a system affects, hear them early, and record what changes because of them.',
  price: 'Free',
  link: linkToTop,
};

const book: ResourceCardProps = {
  ...report,
  id: 12,
  type: 'book',
  typeName: 'Book',
  principles: ['purpose_driven'],
  accessLabel: 'Purchase Required',
  durationMinutes: null,
  title: 'A book with a title so long that it needs two lines on a card of any width',
  price: <Price amount={40} currency="GBP" />,
};

const cuts: CoverCut[] = ['card', 'landscape', 'row', 'square'];

export function Resources() {
  return (
    <>
      <Specimen name="ResourceCard">
        <State label="free, to buy with actions, loading" isWide>
          <div className="card-grid">
            <ResourceCard {...report} />
            <ResourceCard
              {...book}
              actions={
                <Button variant="outline" size="small">
                  Buy
                </Button>
              }
              corner={
                <IconButton label="Save the book" icon={<Bookmark size={16} />} variant="secondary" size="small" />
              }
            />
            <ResourceCardSkeleton />
          </div>
        </State>
      </Specimen>
      <Specimen name="CompactCard">
        <State label="in a list" isWide>
          <ul className="grid gap-4 lg:grid-cols-2">
            <CompactCard {...report} />
            <CompactCard {...book} />
          </ul>
        </State>
      </Specimen>
      <Specimen name="ResourceCover">
        {cuts.map((cut) => (
          <State key={cut} label={cut}>
            <div className="w-72">
              <ResourceCover id={7} type="report" principles={['responsible', 'people_centred']} cut={cut} />
            </div>
          </State>
        ))}
        <State label="fill">
          <div className="h-40 w-72">
            <ResourceCover id={9} type="article" principles={['adaptive']} cut="fill" />
          </div>
        </State>
        <State label="a picture that is missing">
          <div className="w-72">
            <ResourceCover id={9} type="article" principles={['adaptive']} imageUrl="/media/missing" />
          </div>
        </State>
      </Specimen>
    </>
  );
}
