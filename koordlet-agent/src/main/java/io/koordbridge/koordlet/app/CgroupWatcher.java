package io.koordbridge.koordlet.app;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wakes its caller when a control group appears in one of some directories; a directory that is missing is watched as soon as it exists. */
final class CgroupWatcher implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CgroupWatcher.class);

    private final Supplier<List<Path>> directories;
    private final @Nullable WatchService service;
    private final CountDownLatch closed = new CountDownLatch(1);

    CgroupWatcher(Supplier<List<Path>> directories) {
        this.directories = directories;
        this.service = open();
    }

    private static @Nullable WatchService open() {
        try {
            return FileSystems.getDefault().newWatchService();
        } catch (IOException e) {
            LOG.warn("cannot watch directories, only the timer works cause={}", e.toString());
            return null;
        }
    }

    /** Whether there was a birth; waits for one for at most {@code longest}. */
    boolean await(Duration longest) throws InterruptedException {
        if (service == null) {
            boolean ended = closed.await(longest.toMillis(), TimeUnit.MILLISECONDS);
            LOG.trace("waited without a watch ended={}", ended);
            return false;
        }
        register(service);
        try {
            WatchKey key = service.poll(longest.toMillis(), TimeUnit.MILLISECONDS);
            if (key == null) {
                return false;
            }
            key.pollEvents();
            key.reset();
            return true;
        } catch (ClosedWatchServiceException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Registering again is how a directory that was made anew gets watched; the same one stays registered once. */
    private void register(WatchService open) {
        for (Path directory : directories.get()) {
            try {
                if (Files.isDirectory(directory)) {
                    directory.register(open, StandardWatchEventKinds.ENTRY_CREATE);
                }
            } catch (IOException | ClosedWatchServiceException e) {
                LOG.debug("cannot watch directory={}", directory, e);
            }
        }
    }

    @Override
    public void close() {
        closed.countDown();
        if (service != null) {
            try {
                service.close();
            } catch (IOException e) {
                LOG.debug("watch service not closed", e);
            }
        }
    }
}
