// Reads a text a line, in base64, and prints how the editor's own parser reads it: node parse.mjs PACKAGE
import { createInterface } from 'node:readline';
const { parse } = await import(process.argv[2]);
const base64 = (text) => Buffer.from(text, 'utf8').toString('base64');
const told = (block) => {
	let inner = 0;
	return {
		name: block.blockName ?? '',
		attributes: base64(JSON.stringify(block.attrs)),
		content: block.innerContent.map((piece) => (typeof piece === 'string' ? base64(piece) : told(block.innerBlocks[inner++]))),
	};
};
for await (const line of createInterface({ input: process.stdin })) {
	process.stdout.write(JSON.stringify(parse(Buffer.from(line, 'base64').toString('utf8')).map(told)) + '\n');
}
