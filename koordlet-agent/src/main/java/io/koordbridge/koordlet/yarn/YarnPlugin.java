package io.koordbridge.koordlet.yarn;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the plugin's socket and keeps what it last said. Three rounds without a listener mean that it is gone; an answer that cannot
 * be used is reported once, and the answer before stays until a good one comes. Rounds in one thread.
 */
public final class YarnPlugin {

    private static final Logger LOG = LoggerFactory.getLogger(YarnPlugin.class);
    private static final int MISSES_ALLOWED = 2;
    /** Deadline of a call that a caller waits for. */
    private static final Duration AT_ONCE = Duration.ofSeconds(2);

    private final Path directory;
    private final PluginTrust trust;
    private final Consumer<String> problems;
    private @Nullable Path socket;
    private int misses;
    private volatile boolean looked;
    private volatile @Nullable Said said;
    private volatile @Nullable PluginException trouble;

    /**
     * A plugin that was not found yet.
     *
     * @param directory where it has its socket, or its token file
     */
    public YarnPlugin(Path directory, PluginTrust trust, Consumer<String> problems) {
        this.directory = directory;
        this.trust = trust;
        this.problems = problems;
    }

    /**
     * What the plugin said last.
     *
     * @param at when
     */
    public record Said(Path socket, YarnNode node, List<YarnContainer> containers, Instant at) {
        public Said {
            containers = List.copyOf(containers);
        }
    }

    public Optional<Said> said() {
        return Optional.ofNullable(said);
    }

    /** Whether it is known if there is a plugin. */
    public boolean hasLooked() {
        return looked;
    }

    /**
     * Asks beside the rounds what they ask; empty without a plugin, and when it gives no usable answer in time. Any thread.
     *
     * @param now a time before the answer
     */
    public Optional<Said> ask(Instant now) {
        Said before = said;
        if (before == null) {
            return Optional.empty();
        }
        PluginClient client = new PluginClient(before.socket(), trust);
        try {
            YarnNode node = client.node(AT_ONCE);
            List<YarnContainer> containers = node.masters() == null ? client.containers(AT_ONCE) : before.containers();
            return Optional.of(new Said(before.socket(), node, containers, now));
        } catch (PluginException e) {
            LOG.debug("no answer at once", e);
            return Optional.empty();
        }
    }

    /** Where it listened last. */
    public Optional<PluginClient> client() {
        return said().map(found -> new PluginClient(found.socket(), trust));
    }

    /** Why the last answer could not be used; empty while all is well. */
    public Optional<String> trouble() {
        return Optional.ofNullable(trouble).map(Throwable::getMessage);
    }

    /** Looks once. */
    public void round(Instant now) {
        PluginException bad = null;
        for (Path candidate : socket == null ? sockets() : List.of(socket)) {
            try {
                if (ask(candidate, now)) {
                    return;
                }
            } catch (PluginException e) {
                bad = e;
            }
        }
        if (bad == null) {
            miss();
        } else {
            misses = 0;
            tell(bad);
        }
    }

    private boolean ask(Path candidate, Instant now) throws PluginException {
        PluginClient client = new PluginClient(candidate, trust);
        if (!client.answers()) {
            return false;
        }
        if (socket == null) {
            LOG.info("found the NodeManager's plugin socket={}", candidate);
        }
        socket = candidate;
        misses = 0;
        said = new Said(candidate, client.node(), client.containers(), now);
        looked = true;
        if (trouble != null) {
            LOG.info("the NodeManager's plugin answers well again socket={}", candidate);
        }
        trouble = null;
        return true;
    }

    /** Once for each call and field, however the value changes. */
    private void tell(PluginException e) {
        PluginException before = trouble;
        if (before == null || !before.place().equals(e.place())) {
            trouble = e;
            problems.accept(String.valueOf(e.getMessage()));
        }
    }

    private void miss() {
        if (++misses <= MISSES_ALLOWED) {
            return;
        }
        looked = true;
        if (socket != null) {
            LOG.info("the NodeManager's plugin is gone socket={}", socket);
        }
        socket = null;
        said = null;
        trouble = null;
        misses = 0;
    }

    private List<Path> sockets() {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> sockets = Files.newDirectoryStream(directory, PluginDoor.GLOB)) {
            sockets.forEach(found::add);
        } catch (IOException | DirectoryIteratorException e) {
            LOG.debug("no socket directory={}", directory);
        }
        return found;
    }
}
