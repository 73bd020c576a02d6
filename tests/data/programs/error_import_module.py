import sklaern
