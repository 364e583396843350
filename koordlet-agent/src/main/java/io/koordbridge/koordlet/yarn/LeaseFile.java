package io.koordbridge.koordlet.yarn;

import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnLease;
import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.yarn.YarnLeaseReader;
import io.koordbridge.koordlet.cgroup.FileErrorFormatter;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What YARN may register with now, by the Node annotation, as a file beside the plugin's socket. Written when it changes, and confirmed now
 * and then while the API server is in reach, because the plugin trusts a file for an hour. Without the annotation there is no file. A bad
 * annotation leaves the file as it is.
 *
 * <p>The directory may belong to the NodeManager's user: no link in it is followed.
 */
public final class LeaseFile {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseFile.class);
    private static final Duration CONFIRM = Duration.ofMinutes(20);

    private static final String FILE = "lease.json";

    private final ForeignDirectory directory;
    private final Consumer<String> problems;
    private @Nullable Amount written;
    private boolean removed;
    private @Nullable Instant writtenAt;
    private @Nullable String unusableText;
    private @Nullable String reportedText;

    public LeaseFile(Path directory, Consumer<String> problems) {
        this.directory = new ForeignDirectory(directory);
        this.problems = problems;
    }

    private record Amount(long vcores, long memoryMegabytes, long epoch, Optional<BigDecimal> vcoreRatio) {}

    /**
     * Brings the file up to date.
     *
     * @param live whether {@code node} is what the API server says now
     */
    public void update(NodeFacts node, boolean live, Instant now) {
        String text = node.yarnLease();
        if (text != null && text.equals(unusableText)) {
            return;
        }
        Decoded<YarnLease> read = YarnLeaseReader.read(text);
        if (read.isAbsent()) {
            remove();
            return;
        }
        report(node.name(), String.valueOf(text), read.problems());
        Amount wanted = amount(read.value());
        if (wanted == null) {
            unusableText = text;
            return;
        }
        // A file from ahead of now is from before the clock was set back.
        boolean old =
                writtenAt == null || Duration.between(writtenAt, now).abs().compareTo(CONFIRM) >= 0;
        if (!wanted.equals(written) || (old && live)) {
            write(wanted, now);
        }
    }

    /** What is wrong with a text is reported once. */
    private void report(String nodeName, String text, List<WireProblem> found) {
        if (!text.equals(reportedText)) {
            found.forEach(one -> problems.accept("Node/" + nodeName + ": " + one.message()));
        }
        reportedText = found.isEmpty() ? null : text;
    }

    /** Without a ratio the plugin goes on with the last it had. */
    private static @Nullable Amount amount(@Nullable YarnLease lease) {
        YarnResource amount = lease == null ? null : lease.lease();
        Long vcores = amount == null ? null : amount.vcores();
        Long megabytes = amount == null ? null : amount.memoryMB();
        if (lease == null || amount == null || vcores == null || megabytes == null) {
            return null;
        }
        return new Amount(vcores, megabytes, lease.epoch() == null ? 0 : lease.epoch(), amount.usableVcoreRatio());
    }

    private void write(Amount amount, Instant now) {
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("vcores", amount.vcores());
        content.put("memoryMB", amount.memoryMegabytes());
        content.put("epoch", amount.epoch());
        amount.vcoreRatio().ifPresent(ratio -> content.put("vcoreRatio", ratio));
        content.put("time", now.truncatedTo(ChronoUnit.SECONDS).toString());
        try {
            directory.replace(FILE, AnnotationCodec.write(content));
            if (!amount.equals(written)) {
                LOG.info(
                        "wrote lease file vcores={} memoryMB={} epoch={} vcoreRatio={}",
                        amount.vcores(),
                        amount.memoryMegabytes(),
                        amount.epoch(),
                        amount.vcoreRatio().map(BigDecimal::toString).orElse(""));
            }
            written = amount;
            writtenAt = now;
            removed = false;
        } catch (IOException e) {
            problems.accept("lease file " + directory.path(FILE) + " is not written: " + FileErrorFormatter.of(e));
        }
    }

    private void remove() {
        unusableText = null;
        if (removed) {
            return;
        }
        try {
            directory.delete(FILE);
            if (written != null) {
                LOG.info("removed lease file, the Node has no lease");
            }
            removed = true;
            written = null;
            writtenAt = null;
        } catch (IOException e) {
            problems.accept("lease file " + directory.path(FILE) + " is not removed: " + FileErrorFormatter.of(e));
        }
    }
}
