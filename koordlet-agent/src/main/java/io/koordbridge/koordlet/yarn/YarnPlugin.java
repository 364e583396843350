package io.koordbridge.koordlet.yarn;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the plugin's socket and keeps what it last said; three misses mean it is gone. One thread, called every ten seconds. */
public final class YarnPlugin {

    private static final Logger LOG = LoggerFactory.getLogger(YarnPlugin.class);
    private static final int MISSES_ALLOWED = 2;

    private final Path directory;
    private final Consumer<String> problems;
    private @Nullable Path socket;
    private int misses;
    private volatile @Nullable Said said;

    public YarnPlugin(Path directory, Consumer<String> problems) {
        this.directory = directory;
        this.problems = problems;
    }

    /** What the plugin said last. */
    public record Said(Path socket, YarnNode node, List<YarnContainer> containers) {
        public Said {
            containers = List.copyOf(containers);
        }
    }

    public Optional<Said> said() {
        return Optional.ofNullable(said);
    }

    /** Looks once. */
    public void round() {
        Path found = socket == null ? findSocket() : socket;
        if (found == null) {
            return;
        }
        PluginClient client = new PluginClient(found);
        if (!client.isHealthy()) {
            miss(found);
            return;
        }
        if (socket == null) {
            LOG.info("found the NodeManager's plugin socket={}", found);
        }
        socket = found;
        misses = 0;
        try {
            said = new Said(found, client.node(), client.containers());
        } catch (IOException e) {
            problems.accept(String.valueOf(e.getMessage()));
        }
    }

    private void miss(Path tried) {
        misses++;
        if (misses > MISSES_ALLOWED && socket != null) {
            LOG.info("the NodeManager's plugin is gone socket={}", tried);
            socket = null;
            said = null;
            misses = 0;
        }
    }

    private @Nullable Path findSocket() {
        try (DirectoryStream<Path> sockets = Files.newDirectoryStream(directory, "*.sock")) {
            for (Path candidate : sockets) {
                if (new PluginClient(candidate).isHealthy()) {
                    return candidate;
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            LOG.debug("no socket directory={}", directory);
        }
        return null;
    }
}
