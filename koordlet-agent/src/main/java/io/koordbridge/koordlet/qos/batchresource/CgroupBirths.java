package io.koordbridge.koordlet.qos.batchresource;

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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wakes its caller when a control group appears in one of some directories; a directory that is missing is watched as soon as it exists. */
public final class CgroupBirths implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CgroupBirths.class);

    private final List<Path> directories;
    private final @Nullable WatchService service;
    private final CountDownLatch closed = new CountDownLatch(1);

    public CgroupBirths(List<Path> directories) {
        this.directories = List.copyOf(directories);
        this.service = open();
    }

    private static @Nullable WatchService open() {
        try {
            return FileSystems.getDefault().newWatchService();
        } catch (IOException e) {
            LOG.warn("cannot watch directories, the timer alone works cause={}", e.toString());
            return null;
        }
    }

    /** Returns at a birth, at the latest after {@code longest}. */
    public void await(Duration longest) throws InterruptedException {
        if (service == null) {
            boolean ended = closed.await(longest.toMillis(), TimeUnit.MILLISECONDS);
            LOG.trace("waited without a watch ended={}", ended);
            return;
        }
        register(service);
        try {
            WatchKey key = service.poll(longest.toMillis(), TimeUnit.MILLISECONDS);
            if (key != null) {
                key.pollEvents();
                key.reset();
            }
        } catch (ClosedWatchServiceException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Registering again is how a directory that was made anew gets watched; the same one stays registered once. */
    private void register(WatchService open) {
        for (Path directory : directories) {
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
