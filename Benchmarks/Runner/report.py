"""The results as tables for people and as JSON for programs."""

from dataclasses import asdict, dataclass, field

import goals
import instructions
import noise
import threshold
from goals import Verdict
from instructions import Comparison
from machine import Interval
from measure import Summary, ratio
from operations import HELLO, TITLES
from parts import Memory, Series
from threshold import Separation


@dataclass
class Report:
    """The results so far as text, with their verdicts."""

    verdicts: list[Verdict] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    data: dict = field(default_factory=dict)

    def four_operations(self, series: Series):
        summaries, baseline = self._summaries("operations", series)
        print(f"\n{'':38}{'req/s':>9}{'p50 ms':>9}{'p99 ms':>9}{'CPU µs':>9}{'±':>6}{'÷ yard':>8}{'× FastAPI':>11}")
        line(TITLES[HELLO] + " (baseline)", baseline)
        ratios = {}
        for (contender, operation), summary in summaries.items():
            if contender != "sesame":
                continue
            fastapi = series.samples["fastapi", operation]
            ratios[operation] = ratio(series.samples[contender, operation], fastapi)
            line(f"{operation} {TITLES[operation]}", summary,
                 f"{summary.cpu_us / baseline.cpu_us:>8.1f}{ratios[operation]:>11.1f}")
            line("  FastAPI", summaries["fastapi", operation])
            self.verdicts += goals.of_operation(
                operation, summary.cpu_us, baseline.cpu_us, ratios[operation], summary.p99_ms)
        self.data["operations"]["fastapiRatios"] = ratios

    def slow_disk(self, series: Series):
        summaries, _ = self._summaries("slowDisk", series)
        print(f"\n{'A, the disk and one 1 ms slower':38}{'req/s':>9}{'p50 ms':>9}{'p99 ms':>9}{'CPU µs':>9}{'±':>6}"
              f"{'kept':>8}")
        kept = {}
        for contender, title in (("sesame", "Sesame"), ("fastapi", "FastAPI")):
            fast, slow = ((f"{contender} {speed}", "A") for speed in ("fast", "slow"))
            kept[contender] = ratio(series.samples[slow], series.samples[fast])
            line(title, summaries[fast])
            line("  1 ms slower", summaries[slow], f"{kept[contender]:>8.0%}")
        self.verdicts += goals.of_slow_disk(kept["sesame"])
        self.data["slowDisk"]["kept"] = kept

    def sizes(self, series: Series):
        summaries, _ = self._summaries("accounts", series)
        few, many = sorted({contender for contender, _ in summaries if contender != "baseline"}, key=int)
        print(f"\n{f'CPU µs with {int(few):,} and {int(many):,} accounts':44}{'few':>9}{'many':>9}{'':>6}")
        for operation in "ABCD":
            costs = [summaries[size, operation].cpu_us for size in (few, many)]
            print(f"{operation + ' ' + TITLES[operation]:44}{costs[0]:>9.1f}{costs[1]:>9.1f}"
                  f"{costs[1] / costs[0] - 1:>+9.0%}")

    def memory(self, memory: Memory):
        self.data["memory"] = asdict(memory)
        middle = memory.after[(len(memory.after) - 1) // 2]
        print(f"\nmemory of sesame serve, MiB: idle {memory.idle:.1f} (its share {memory.idle_shared:.1f}), after "
              f"{memory.requests // 2:,} requests {middle:.1f}, after {memory.requests:,} {memory.after[-1]:.1f}")
        self.verdicts += goals.of_memory(memory.idle, memory.after)

    def starts(self, milliseconds: dict[str, float]):
        self.data["startMilliseconds"] = milliseconds
        print(f"\nstart to first answer, ms: sesame serve {milliseconds['sesame']:.0f}, "
              f"FastAPI {milliseconds['fastapi']:.0f}, baseline {milliseconds['baseline']:.0f}")
        self.verdicts += goals.of_start(milliseconds["sesame"])

    def instructions(self, revision: str, found: dict[str, Comparison]):
        self.data["instructions"] = {
            "against": revision, "comparisons": {name: asdict(comparison) for name, comparison in found.items()}}
        print("\n" + instructions.heading(revision))
        for operation, comparison in found.items():
            print(comparison.line(f"{operation} {TITLES[operation]}"))
            self.complaints += [f"{operation}: {text}" for text in noise.complaints_about_counts(comparison.spread)]
            self.verdicts += goals.of_instructions(operation, comparison.ratio)

    def same_time(self, found: dict[str, Separation], interval: Interval):
        self.complaints += noise.complaints(0, interval)
        self.data["sameTime"] = {
            "milliseconds": {title: asdict(separation) for title, separation in found.items()},
            "cpuSeconds": asdict(interval)}
        print("\n" + threshold.HEADING)
        for title, separation in found.items():
            print(separation.line(title))
            self.verdicts += goals.of_same_time(title, separation.share)

    def judge(self) -> int:
        """Prints the verdicts, or the reason why there are none, and returns the exit code."""
        self.data["verdicts"] = [{**asdict(verdict), "isMet": verdict.is_met} for verdict in self.verdicts]
        self.data["complaints"] = self.complaints
        print()
        if self.complaints:
            print("too noisy to judge:")
            for complaint in self.complaints:
                print(f"  {complaint}")
            return 3
        for verdict in self.verdicts:
            relation = "≤" if verdict.is_ceiling else "≥"
            print(f"{'met   ' if verdict.is_met else 'MISSED'} {verdict.what:40}{verdict.reached:>8.1f} "
                  f"{relation} {verdict.goal:.1f} {verdict.unit}")
        return 0 if all(verdict.is_met for verdict in self.verdicts) else 1

    def _summaries(self, name: str, series: Series) -> tuple[dict[tuple[str, str], Summary], Summary]:
        summaries = {key: Summary.of(samples) for key, samples in series.samples.items()}
        baseline = summaries["baseline", HELLO]
        self.complaints += [f"{name}: {text}" for text in noise.complaints(baseline.spread, series.interval)]
        self.data[name] = {
            "summaries": {" ".join(key): asdict(summary) for key, summary in summaries.items()},
            "samples": {" ".join(key): [asdict(sample) for sample in samples]
                        for key, samples in series.samples.items()},
            "cpuSeconds": asdict(series.interval),
        }
        return summaries, baseline


def line(title: str, summary: Summary, more: str = ""):
    print(f"{title:38}{summary.rate:>9,.0f}{summary.p50_ms:>9.2f}{summary.p99_ms:>9.2f}{summary.cpu_us:>9.1f}"
          f"{summary.spread:>6.0%}{more}")
