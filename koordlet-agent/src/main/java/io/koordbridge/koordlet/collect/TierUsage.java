package io.koordbridge.koordlet.collect;

import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.UsageReader;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** CPU time of the best-effort tier, read at most once for a moment. One thread. */
public final class TierUsage {

    private final UsageReader reader;
    private final ReadErrors errors;
    private UsageReader.GroupFiles files;
    private CgroupPaths paths;
    private @Nullable Instant at;
    private Optional<Long> nanos = Optional.empty();

    public TierUsage(UsageReader reader, ReadErrors errors) {
        this.reader = reader;
        this.errors = errors;
        this.paths = reader.tree().paths();
        this.files = reader.files(paths.bestEffortDir());
    }

    /** Empty when it cannot be read; without a tier there is no best-effort work. */
    public Optional<Long> nanos(Instant now) {
        if (!now.equals(at)) {
            at = now;
            nanos = read();
        }
        return nanos;
    }

    private Optional<Long> read() {
        if (paths != reader.tree().paths()) {
            paths = reader.tree().paths();
            files = reader.files(paths.bestEffortDir());
        }
        try {
            return Optional.of(reader.cpuNanos(files));
        } catch (IOException e) {
            errors.count("best-effort", e);
            return Optional.empty();
        }
    }
}
