package io.koordbridge.koordlet.yarn;

import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.api.annotation.YarnLease;
import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.koordlet.cgroup.FileErrorFormatter;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.protocol.Annotations;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
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
    private @Nullable String badText;
    private @Nullable String badRatioText;

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
        if (text == null) {
            remove();
            return;
        }
        if (text.equals(badText)) {
            return;
        }
        Amount wanted = amount(node.name(), text);
        if (wanted == null) {
            badText = text;
            return;
        }
        // A file from ahead of now is from before the clock was set back.
        boolean old =
                writtenAt == null || Duration.between(writtenAt, now).abs().compareTo(CONFIRM) >= 0;
        if (!wanted.equals(written) || (old && live)) {
            write(wanted, now);
        }
    }

    private @Nullable Amount amount(String nodeName, String text) {
        try {
            YarnLease lease =
                    AnnotationCodec.decode("Node/" + nodeName, Annotations.NODE_YARN_LEASE, text, YarnLease.class);
            YarnResource amount = lease == null ? null : lease.lease();
            Long vcores = amount == null ? null : amount.vcores();
            Long megabytes = amount == null ? null : amount.memoryMB();
            if (lease == null || amount == null || vcores == null || megabytes == null || vcores < 0 || megabytes < 0) {
                problems.accept("Node/" + nodeName + ": annotation " + Annotations.NODE_YARN_LEASE + " = '" + text
                        + "': want lease.vcores and lease.memoryMB of at least 0");
                return null;
            }
            return new Amount(
                    vcores, megabytes, lease.epoch() == null ? 0 : lease.epoch(), ratio(nodeName, amount, text));
        } catch (BadAnnotationException e) {
            problems.accept(String.valueOf(e.getMessage()));
            return null;
        }
    }

    /** Without one the plugin goes on with the last it had. */
    private Optional<BigDecimal> ratio(String nodeName, YarnResource amount, String text) {
        Optional<BigDecimal> ratio = amount.usableVcoreRatio();
        if (ratio.isEmpty() && amount.vcoreRatio() != null && !text.equals(badRatioText)) {
            badRatioText = text;
            problems.accept("Node/" + nodeName + ": annotation " + Annotations.NODE_YARN_LEASE + " = '" + text
                    + "': want lease.vcoreRatio of 0.001 to 1000; it counts as absent");
        }
        return ratio;
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
        badText = null;
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
