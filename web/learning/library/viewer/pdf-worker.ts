// Reads PDF files outside the page's own thread.
import './older-browsers.ts';
import 'pdfjs-dist/build/pdf.worker.min.mjs';
