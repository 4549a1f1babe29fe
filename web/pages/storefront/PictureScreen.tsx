import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { resourceIdOf, typeNames } from '#web/catalogue/catalogue/display.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { CoverDrawing } from '#web/ui/ResourceCover.tsx';
import { Logo } from '#web/ui/Wordmark.tsx';
import { publicResource } from './api.ts';
import { titleLines } from './display.ts';

/** Size in pixels that Open Graph and Twitter recommend for a large picture. */
const width = 1200;
const height = 630;
const coverWidth = 470;
const margin = 68;
const title = { width: width - coverWidth - 2 * margin, height: 360 };

// The server has no variable fonts, so these are the names inside its font files.
const heading = { fontFamily: 'Bricolage Grotesque SemiBold', fill: 'var(--foreground)' };
const strong = { fontFamily: 'Instrument Sans SemiBold', fill: 'var(--muted-foreground)' };

/** Picture of a resource for link previews: brand, title and cover (FRONT-04). The server makes a PNG of it. */
export function PictureScreen() {
  const id = resourceIdOf(useParams({ from: '/catalogue/$id/card.png' }).id) ?? 0;
  const { data } = useQuery(publicResource(id));
  const { productName } = usePortalConfig();
  if (!data) return null;
  const image = data.featuredImageUrl ?? data.thumbnailUrl;
  const { size, lines } = titleLines(data.title, title);
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      aria-hidden="true"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
    >
      <rect width={width} height={height} fill="var(--background)" />
      <svg x={width - coverWidth} width={coverWidth} height={height} aria-hidden="true">
        <CoverDrawing id={data.id} type={data.type} principles={data.rappPrinciples} />
        {image ? <image href={image} width={coverWidth} height={height} preserveAspectRatio="xMidYMid slice" /> : null}
      </svg>
      <g transform={`translate(${margin} 60)`}>
        <Logo size={46} />
        <text x={62} y={33} fontSize={30} {...heading}>
          {productName}
        </text>
      </g>
      {lines.map((text, index) => {
        const y = 150 + size * (0.95 + 1.18 * index);
        return (
          <text key={y} x={margin} y={y} fontSize={size} {...heading}>
            {text}
          </text>
        );
      })}
      <text x={margin} y={height - 64} fontSize={28} {...strong}>
        {typeNames[data.type]}
      </text>
    </svg>
  );
}
