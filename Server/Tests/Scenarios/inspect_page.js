// Says what people who see little, or use no mouse, or hold a phone would stumble over on this page.
const found = [];

function shown(element) {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility === "visible";
}

function channels(color) {
    const [red, green, blue, alpha = 1] = color.match(/[\d.]+/g).map(Number);
    return { parts: [red, green, blue], alpha };
}

// The nearest background that lets nothing through; the browser's own page is white.
function background(element) {
    for (let node = element; node; node = node.parentElement) {
        const color = channels(getComputedStyle(node).backgroundColor);
        if (color.alpha === 1) return color.parts;
    }
    return matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18] : [255, 255, 255];
}

// WCAG 2.2, "relative luminance".
function luminance(parts) {
    const [red, green, blue] = parts.map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
    const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
}

for (const element of document.body.querySelectorAll("*")) {
    const words = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const written = words.length ? words[0].data.trim() : element.matches("input") ? element.value : "";
    if (!written || element.matches("script, style, noscript") || !shown(element)) continue;
    const ratio = contrast(channels(getComputedStyle(element).color).parts, background(element));
    if (ratio < 4.5) found.push(`'${written}' has a contrast of ${ratio.toFixed(1)}`);
    if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth) found.push(`'${written}' is cut off`);
}

for (const input of document.querySelectorAll("input:not([type=hidden]), select, textarea")) {
    if (!input.labels.length && !input.ariaLabel) found.push(`the field ${input.name} has no label`);
    const written = !input.matches("[type=radio], [type=checkbox]");
    if (written && shown(input) && input.getBoundingClientRect().height < 24) {
        found.push(`the field ${input.name} is too low`);
    }
}
for (const control of document.querySelectorAll("a, button")) {
    if (!control.textContent.trim() && !control.ariaLabel) found.push("a button has no name");
    const inText = getComputedStyle(control).display === "inline";
    if (shown(control) && !inText && control.getBoundingClientRect().height < 24) found.push("a button is too low");
}
for (const image of document.images) {
    if (!image.hasAttribute("alt")) found.push(`${image.src} has no text instead`);
    if (!image.complete || !image.naturalWidth) found.push(`${image.src} does not show`);
}

const names = [...document.querySelectorAll("[id]")].map((element) => element.id);
if (new Set(names).size < names.length) found.push("an id stands twice");
if (document.querySelectorAll("h1").length !== 1) found.push("there is not one heading");
if (!document.title || !document.documentElement.lang) found.push("title or language is missing");
if (!document.querySelector("main")) found.push("there is no main part");
if (document.documentElement.scrollWidth > innerWidth) found.push(`it is ${document.documentElement.scrollWidth} wide`);
return found;
